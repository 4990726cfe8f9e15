import { Command, InvalidArgumentError } from "commander";

const number = (text) => {
  if (text === "" || Number.isNaN(Number(text))) throw new InvalidArgumentError("Not a number.");
  return Number(text);
};
const program = new Command("kit");
program.command("greet")
  .description("Greet somebody.")
  .requiredOption("--name <name>", "Whom to greet")
  .option("--times <times>", "How often", number, 1)
  .action(({ name, times }) => process.stdout.write(`Hello, ${name}!\n`.repeat(times)));
program.command("add")
  .description("Add two numbers.")
  .requiredOption("--left <number>", "The first", number)
  .requiredOption("--right <number>", "The second", number)
  .action(({ left, right }) => console.log(left + right));
program.parse();
