import { nearest } from '../cli/_rest.js';
import { HostError, printAll } from './main.js';

function subcommands() {
  return new Map(Object.entries(SUBCOMMANDS));
}
async function help([word, more]) {
  if (more !== void 0) throw new HostError("help takes one command");
  if (word === void 0 || word === "help") await printAll(`${general()}
`);
  else {
    const subcommand = subcommands().get(word);
    if (!subcommand) return unknown(word);
    await printAll(`${subcommand.help.trimEnd()}
`);
  }
  return 0;
}
function usage() {
  console.error(general());
  return 2;
}
function unknown(word) {
  const near = nearest(word, [...subcommands().keys(), "help"]).map((name) => JSON.stringify(name));
  const hint = near.length > 0 ? `, did you mean ${near.join(" or ")}?` : "";
  throw new HostError(`unknown command ${JSON.stringify(word)}${hint}`);
}
function general() {
  const lines = [...subcommands()].map(
    ([name, { about }]) => `  toolcli ${name.padEnd(12)} ${about}`
  );
  return `Run a set of agent tools as one command-line program.

  toolcli run tools.ts help                     what the tools of a module are
  toolcli run tools.ts greet --name Ada         call one
  toolcli run tools.ts greet '{"name":"Ada"}'   the same, as JSON

Commands:
${lines.join("\n")}
  toolcli --version

${SOURCE}

\`toolcli help COMMAND\` tells more of one.`;
}
const SOURCE = `SOURCE is one of
  a module         TypeScript or JavaScript, a path or an address, that exports its tools as
                   "tools" or as its default: an iterable of tools, or a function that returns one
  a JSON file      with comments or without: a toolcli configuration, MCP servers as other clients
                   write them ("mcpServers"), a UTCP manual or CLI call template or an array of
                   them, or the tools that an MCP server lists
  asmp+http://\u2026    a run of a workflow`;
const MCP_OPTIONS = `  --refresh        ask MCP servers for their tools again
  --verbose        show what MCP servers print on standard error`;
const SUBCOMMANDS = {
  run: {
    about: "call a tool, or show the program's help",
    help: `Run the tools of a source as one program.

  toolcli run tools.ts help
  toolcli run tools.ts greet --name Ada
  toolcli run --ask toolcli.jsonc fs__write_file --path a.txt --content one

Usage:
  toolcli run [--ask] [--name NAME] [--refresh] [--verbose] SOURCE \\
    [options] COMMAND [flags] [JSON | -]

Options, before SOURCE:
  --ask            ask the person at the terminal what a tool asks
  --name NAME      the program's name in help and errors
${MCP_OPTIONS}

The options behind SOURCE are the program's own (--answer, --out, --record): its help tells them.

${SOURCE}
`
  },
  list: {
    about: "a table of its tools, or JSON",
    help: `List the tools of a source.

  toolcli list toolcli.jsonc
  toolcli list toolcli.jsonc --json | jq -r '.[].name'

Usage:
  toolcli list SOURCE [--json] [--refresh] [--verbose]

Options:
  --json           a JSON array, one object a tool: its name, description, annotations, its
                   parameters as served and as flags, and its source
${MCP_OPTIONS}

What is wrong or dangerous in the templates of a UTCP manual is told on standard error. The status
is 1 where a source failed and its tools are not in the list.
`
  },
  docs: {
    about: "Markdown for a model: a skill, a section of AGENTS.md",
    help: `Write Markdown that teaches a model to call the tools of a source.

  toolcli docs toolcli.jsonc --program kit --skill skills/kit
  toolcli docs toolcli.jsonc --program kit --section AGENTS.md
  toolcli docs toolcli.jsonc > tools.md

Usage:
  toolcli docs SOURCE [--program TEXT] [--skill DIR | --section FILE] [--refresh] [--verbose]

Options:
  --program TEXT   how the program is called; otherwise \`toolcli run SOURCE\`
  --skill DIR      write an Agent Skill into DIR, whose last part is the skill's name: SKILL.md and,
                   above 20 tools, references/TOOL.md for each. Files that an earlier run wrote are
                   replaced; where there is another file, nothing is written
  --section FILE   replace the section between "<!-- toolcli:begin NAME -->" and "<!-- toolcli:end
                   NAME -->", NAME being the program's; without one, add it at the end. The rest
                   stays byte for byte
${MCP_OPTIONS}
`
  },
  compile: {
    about: "one binary of a source",
    help: `Compile the tools of a source into one binary.

  toolcli compile toolcli.jsonc -o kit
  toolcli compile tools.ts -o kit --allow-read=. --target x86_64-pc-windows-msvc

Usage:
  toolcli compile SOURCE -o FILE [--name NAME] [--target TARGET] [--allow-\u2026] [--deny-\u2026]

Options:
  -o FILE          where the binary goes
  --name NAME      its name in help and errors; otherwise the configuration's, or FILE's
  --target TARGET  the machine that it is for, as \`deno compile\` takes it
  --allow-\u2026        the permissions that it has, as \`deno compile\` takes them; otherwise all
  --refresh        ask MCP servers for their tools again
  --verbose        show what MCP servers and Deno print on standard error

Configurations, manuals and the tools that MCP servers list become part of the binary. Variables
(\${NAME}) are looked up when it runs. Deno has to be there: toolcli's own, or \`deno\` in PATH.
`
  },
  completions: {
    about: "what a shell completes: bash, zsh or fish",
    help: `Print a script by which a shell completes a program's command lines.

  toolcli completions bash toolcli.jsonc --name kit > ~/.local/share/bash-completion/completions/kit
  toolcli completions zsh toolcli.jsonc --name kit > ~/.zfunc/_kit
  toolcli completions fish toolcli.jsonc --name kit > ~/.config/fish/completions/kit.fish
  eval "$(toolcli completions bash)"             for toolcli itself

Usage:
  toolcli completions bash|zsh|fish [SOURCE] [--name NAME] [--refresh] [--verbose]

Options:
  --name NAME      the program's name; otherwise the configuration's, or the source's
${MCP_OPTIONS}

The script holds the commands as they are now, and starts nothing when a shell completes.
`
  },
  serve: {
    about: "an MCP server of its tools, or an ASMP server",
    help: `Serve the tools of a source as an MCP server, or a workflow over ASMP.

  toolcli serve tools.ts --mcp
  toolcli serve toolcli.jsonc --mcp --http --port 8000
  toolcli serve workflow.ts --asmp --port 3000

Usage:
  toolcli serve SOURCE [--mcp] [--http [--port N]] [--name NAME] [--refresh] [--verbose]
  toolcli serve SOURCE [--asmp] [--port N] [--store FILE]

Options:
  --mcp            serve MCP on standard input and output, to one client; the default, except for a
                   module whose default export is a workflow
  --http           serve MCP on http://127.0.0.1:N/mcp instead, to any number of clients
  --asmp           serve a workflow over ASMP on http://127.0.0.1:N
  --store FILE     keep the workflow's runs in a file; otherwise in memory
  --port N         the port, 8000 if left out, 0 for a free one
  --name NAME      the server's name; otherwise the configuration's, or the source's
${MCP_OPTIONS}
`
  },
  asmp: {
    about: "drive a run of a workflow that an ASMP server serves",
    help: `Drive a run of a workflow that an ASMP server serves. What can be done in its state are commands.

  toolcli asmp http://127.0.0.1:3000 --new --data '{"branch":"main"}'
  toolcli asmp http://127.0.0.1:3000 --run ID                 show it; at a terminal, drive it
  toolcli asmp http://127.0.0.1:3000 --run ID help            what can be done with it now
  toolcli asmp http://127.0.0.1:3000 --run ID save --value x  do it

Usage:
  toolcli asmp BASE_URL (--new [--data JSON] | --run ID) [options] [COMMAND [flags] [JSON | -]]

Options, before COMMAND:
  --new            start a run, and print its id
  --data JSON      what the new run begins with
  --run ID         continue a run
  --header 'K: V'  a header to send; \${NAME} in it is a variable of the environment
  --json           reply with one object: { "run_id", "frame", "cli" }
  --ask, --answer REPLY, --out DIR, --record FILE    as for \`toolcli run\`

COMMAND is an action, its number, key or label, a tool of the state, or read. \`toolcli scp\` is the
same.
`
  },
  utcp: {
    about: "its tools as a UTCP manual",
    help: `Print the tools of a source as a UTCP manual that calls \`toolcli run\`.

  toolcli utcp tools.ts > manual.json
  toolcli utcp tools.ts --env API_KEY --env API_HOST > manual.json

Usage:
  toolcli utcp SOURCE [--env NAME]\u2026

Options:
  --env NAME       a variable of the environment that the tools read: clients pass on little more
                   than PATH and HOME; the manual holds the name only
`
  }
};

export { help, subcommands, unknown, usage };
