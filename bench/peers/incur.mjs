import { Cli, z } from "incur";

Cli.create("kit", { description: "Two tools." })
  .command("greet", {
    description: "Greet somebody.",
    options: z.object({ name: z.string(), times: z.coerce.number().default(1) }),
    run: ({ options: { name, times } }) => `Hello, ${name}!\n`.repeat(times).trimEnd(),
  })
  .command("add", {
    description: "Add two numbers.",
    options: z.object({ left: z.coerce.number(), right: z.coerce.number() }),
    run: ({ options: { left, right } }) => left + right,
  })
  .serve();
