import { defineCommand, runMain } from "citty";

const greet = defineCommand({
  meta: { name: "greet", description: "Greet somebody." },
  args: {
    name: { type: "string", description: "Whom to greet", required: true },
    times: { type: "string", description: "How often", default: "1" },
  },
  run: ({ args: { name, times } }) => {
    process.stdout.write(`Hello, ${name}!\n`.repeat(Number(times)));
  },
});
const add = defineCommand({
  meta: { name: "add", description: "Add two numbers." },
  args: {
    left: { type: "string", description: "The first", required: true },
    right: { type: "string", description: "The second", required: true },
  },
  run: ({ args: { left, right } }) => console.log(Number(left) + Number(right)),
});
runMain(defineCommand({ meta: { name: "kit" }, subCommands: { greet, add } }));
