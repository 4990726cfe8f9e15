import { initTRPC } from "@trpc/server";
import { createCli } from "trpc-cli";
import { z } from "zod";

const { procedure, router } = initTRPC.create();
const greet = procedure.meta({ description: "Greet somebody." })
  .input(z.object({ name: z.string(), times: z.number().optional() }))
  .query(({ input: { name, times = 1 } }) => `Hello, ${name}!\n`.repeat(times).trimEnd());
const add = procedure.meta({ description: "Add two numbers." })
  .input(z.object({ left: z.number(), right: z.number() }))
  .query(({ input: { left, right } }) => left + right);
createCli({ router: router({ greet, add }) }).run();
