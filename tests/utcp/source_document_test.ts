/**
 * The TypeScript examples of spec/source/utcp-cli-plugin.txt, as printed: their two imports come
 * from our room, `git`, `docker`, `kubectl`, `npm`, `python` and `node` are stubs, and `/path/to` is
 * a folder of the test.
 */

import { expect } from "@std/expect";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { denoRun, type Run, run } from "./_program.ts";

/** An example that is no whole program is given what it leaves out. */
interface Example {
  name: string;
  /** As printed. What calls a tool is apart from what defines its template. */
  code: string;
  /** What stands between the two: the template is registered. */
  template?: string;
  call?: string;
  /** What is done with what the example leaves in variables. */
  show?: string;
  stdout: string;
}

const EXAMPLES: Example[] = [
  {
    name: "Usage",
    code: `
async function main() {
// Define a CLI CallTemplate for single command execution
const serializer = new CliCallTemplateSerializer();
const gitStatusTemplate = serializer.validateDict({
name: 'git_status_tool',
call_template_type: 'cli',
commands: [
{
command: 'git status --porcelain',
append_to_final_output: true
}
],
working_dir: '/path/to/your/repo'
});
const client = await UtcpClient.create(process.cwd(), {
manual_call_templates: [gitStatusTemplate]
});
console.log('CLI Plugin active. Executing tools...');
// Call the CLI tool
try {
const result = await client.callTool('git_status_tool', {});
console.log('Git status result:', result);
} catch (error) {
console.error('Error calling CLI tool:', error);
}
await client.close();
}
main().catch(console.error);
`,
    stdout: "CLI Plugin active. Executing tools...\n" +
      "Git status result: [git] [status] [--porcelain]\n",
  },
  {
    name: "several commands in one shell",
    code: `
const serializer = new CliCallTemplateSerializer();
const multiStepTemplate = serializer.validateDict({
name: 'multi_step_workflow',
call_template_type: 'cli',
commands: [
{
command: 'cd UTCP_ARG_target_dir_UTCP_END',
append_to_final_output: false // Don't include this output in final result
},
{
command: 'git pull origin main',
append_to_final_output: false // Don't include this output
},
{
command: 'npm install',
append_to_final_output: false // Don't include this output
},
{
command: 'npm test',
append_to_final_output: true // Include this output in final result
}
]
});
`,
    template: "multiStepTemplate",
    call: `
// Call with arguments
const result = await client.callTool('multi_step_workflow', {
target_dir: '/path/to/project'
});
`,
    show: "result",
    stdout: "[npm] [test] in project\n",
  },
  {
    name: "output of a step in another",
    code: `
const serializer = new CliCallTemplateSerializer();
const outputChainingTemplate = serializer.validateDict({
name: 'chained_commands',
call_template_type: 'cli',
commands: [
{
command: 'git rev-parse --short HEAD',
append_to_final_output: false
},
{
command: 'echo "Building version: $CMD_0_OUTPUT"',
append_to_final_output: false
},
{
command: 'docker build -t myapp:$CMD_0_OUTPUT .',
append_to_final_output: true
}
]
});
`,
    template: "outputChainingTemplate",
    show: "await client.callTool('chained_commands', {})",
    stdout: "[docker] [build] [-t] [myapp:a1b2c3d] [.]\n",
  },
  {
    name: "arguments",
    code: `
const serializer = new CliCallTemplateSerializer();
const templateWithArgs = serializer.validateDict({
name: 'deploy_service',
call_template_type: 'cli',
commands: [
{
command: 'kubectl set image deployment/UTCP_ARG_service_name_UTCP_END ' +
'UTCP_ARG_service_name_UTCP_END=UTCP_ARG_image_tag_UTCP_END',
append_to_final_output: true
},
{
command: 'kubectl rollout status deployment/UTCP_ARG_service_name_UTCP_END',
append_to_final_output: true
}
]
});
`,
    template: "templateWithArgs",
    call: `
// Call with arguments - placeholders will be replaced
const result = await client.callTool('deploy_service', {
service_name: 'api-server',
image_tag: 'myapp:v1.2.3'
});
`,
    show: "result",
    stdout: "[kubectl] [set] [image] [deployment/api-server] [api-server=myapp:v1.2.3]\n" +
      "[kubectl] [rollout] [status] [deployment/api-server]\n",
  },
  {
    name: "environment variables",
    code: `
const serializer = new CliCallTemplateSerializer();
const envVarTemplate = serializer.validateDict({
name: 'python_script',
call_template_type: 'cli',
commands: [
{
command: 'python analysis.py --input UTCP_ARG_input_file_UTCP_END'
}
],
env_vars: {
PYTHONPATH: '/custom/python/path',
API_KEY: '\${MY_API_KEY}', // Uses UTCP variable substitution
LOG_LEVEL: 'debug',
DATABASE_URL: '\${DATABASE_URL}'
},
working_dir: '/path/to/scripts'
});
const client = await UtcpClient.create(process.cwd(), {
manual_call_templates: [envVarTemplate],
variables: {
python__script_MY_API_KEY: 'secret-key-123', // Namespaced variable
python__script_DATABASE_URL: 'postgresql://localhost/mydb' // Namespaced variable
}
});
`,
    show: "await client.callTool('python_script', { input_file: 'a b.csv' })",
    stdout: "[python] [analysis.py] [--input] [a b.csv] in scripts: /custom/python/path " +
      "secret-key-123 debug postgresql://localhost/mydb\n",
  },
  {
    name: "discovery",
    code: `
// Your CLI script should output a UTCP manual when called with a discovery flag
const serializer = new CliCallTemplateSerializer();
const discoveryTemplate = serializer.validateDict({
name: 'my_cli_tools',
call_template_type: 'cli',
commands: [
{
command: 'node my-cli-tool.js --utcp-discover',
append_to_final_output: true
}
]
});
const client = await UtcpClient.create(process.cwd(), {
manual_call_templates: [discoveryTemplate]
});
// Tools are automatically discovered and registered
const tools = await client.searchTools('my_cli_tools');
console.log('Discovered tools:', tools.map(t => t.name));
`,
    stdout: 'Discovered tools: [ "my_cli_tools.echo_cli" ]\n',
  },
  {
    name: "Unix syntax",
    code: `
const template = {
...new CliCallTemplateSerializer().validateDict({
name: 'listing',
call_template_type: 'cli',
...(
{
commands: [
{ command: 'ls -la UTCP_ARG_path_UTCP_END' },
{ command: 'cd UTCP_ARG_new_dir_UTCP_END' }
]
}
)
})
};
`,
    template: "template",
    show: "[await client.callTool('listing', { path: '.', new_dir: '/path/to/project' })]",
    stdout: '[ "" ]\n',
  },
  {
    name: "Output Control",
    code: `
const template = {
...new CliCallTemplateSerializer().validateDict({
name: 'outputs',
call_template_type: 'cli',
...(
{
commands: [
{
command: 'git pull',
append_to_final_output: false // Don't include in result
},
{
command: 'npm test',
append_to_final_output: true // Include in result
},
{
command: 'npm run build',
append_to_final_output: true // Include in result
}
]
}
)
})
};
`,
    template: "template",
    show: "await client.callTool('outputs')",
    stdout: "[npm] [test] in work\n[npm] [run] [build] in work\n",
  },
  {
    name: "JSON Output Handling",
    code: `
const serializer = new CliCallTemplateSerializer();
const jsonOutputTemplate = serializer.validateDict({
name: 'json_cli_tool',
call_template_type: 'cli',
commands: [
{
command: 'echo \\'{"status": "success", "count": 42}\\''
}
]
});
`,
    template: "jsonOutputTemplate",
    call: `
const result = await client.callTool('json_cli_tool', {});
// result = { status: "success", count: 42 } // Automatically parsed as JSON
`,
    show: "result",
    stdout: '{ status: "success", count: 42 }\n',
  },
  {
    name: "file operations",
    code: `
const serializer = new CliCallTemplateSerializer();
const fileOpsTemplate = serializer.validateDict({
name: 'file_operations',
call_template_type: 'cli',
commands: [
{
command: 'cat UTCP_ARG_filename_UTCP_END'
}
]
});
`,
    template: "fileOpsTemplate",
    call: `
const content = await client.callTool('file_operations', {
filename: '/path/to/file.txt'
});
`,
    show: "content",
    stdout: "what is in the file\n",
  },
  {
    name: "build pipeline",
    code: `
const serializer = new CliCallTemplateSerializer();
const buildPipeline = serializer.validateDict({
name: 'build_and_test',
call_template_type: 'cli',
commands: [
{
command: 'npm run lint',
append_to_final_output: false
},
{
command: 'npm test',
append_to_final_output: true
},
{
command: 'npm run build',
append_to_final_output: true
}
],
env_vars: {
NODE_ENV: 'production',
CI: 'true'
}
});
`,
    template: "buildPipeline",
    show: "await client.callTool('build_and_test')",
    stdout: "[npm] [test] in work, production true\n[npm] [run] [build] in work, production true\n",
  },
  {
    name: "git workflow",
    code: `
const serializer = new CliCallTemplateSerializer();
const gitWorkflow = serializer.validateDict({
name: 'git_commit_push',
call_template_type: 'cli',
commands: [
{
command: 'git add .',
append_to_final_output: false
},
{
command: 'git commit -m "UTCP_ARG_message_UTCP_END"',
append_to_final_output: false
},
{
command: 'git push origin UTCP_ARG_branch_UTCP_END',
append_to_final_output: true
}
]
});
`,
    template: "gitWorkflow",
    call: `
const result = await client.callTool('git_commit_push', {
message: 'feat: add new feature',
branch: 'main'
});
`,
    show: "result",
    stdout: "[git] [push] [origin] [main]\n",
  },
];

/** The example of a tool with discovery, as printed. */
const MY_CLI_TOOL = `
// my-cli-tool.ts
if (process.argv.includes('--utcp-discover')) {
const manual = {
utcp_version: "1.0.0",
manual_version: "1.0.0",
tools: [
{
name: "echo_cli",
description: "Echoes a message via CLI.",
inputs: {
type: "object",
properties: { message: { type: "string" } },
required: ["message"]
},
outputs: { type: "string" },
tags: ["cli", "echo"],
tool_call_template: {
name: "my_cli_tools",
call_template_type: "cli"
}
}
]
};
console.log(JSON.stringify(manual));
process.exit(0);
}
// Handle other commands...
`;

/** Prints its name and arguments, and where it runs when that is part of an example. */
const STUB = `#!/bin/bash
[ "$*" = "rev-parse --short HEAD" ] && echo a1b2c3d && exit
printf '[%s]' "\${0##*/}"
printf ' [%s]' "$@"
case "\${0##*/}" in
  npm) printf ' in %s' "\${PWD##*/}"; [ "$CI" ] && printf ', %s %s' "$NODE_ENV" "$CI" ;;
  python) printf ' in %s:' "\${PWD##*/}"; printf ' %s' "$PYTHONPATH" "$API_KEY" "$LOG_LEVEL" "$DATABASE_URL" ;;
esac
echo
`;

describe("the source document's examples", () => {
  let dir: string;

  beforeAll(async () => {
    dir = await Deno.makeTempDir();
    for (const folder of ["bin", "work", "your/repo", "project", "scripts"]) {
      await Deno.mkdir(`${dir}/${folder}`, { recursive: true });
    }
    for (const program of ["git", "docker", "kubectl", "npm", "python"]) {
      await Deno.writeTextFile(`${dir}/bin/${program}`, STUB, { mode: 0o755 });
    }
    const node = `#!/bin/sh\nexec '${Deno.execPath()}' run -A "$@"\n`;
    await Deno.writeTextFile(`${dir}/bin/node`, node, { mode: 0o755 });
    await Deno.writeTextFile(`${dir}/work/my-cli-tool.js`, MY_CLI_TOOL);
    await Deno.writeTextFile(`${dir}/file.txt`, "what is in the file\n");
  });

  afterAll(() => Deno.remove(dir, { recursive: true }));

  // Deno 2.4 does not know the types of Node's globals.
  it("compile", { ignore: Deno.version.deno.startsWith("2.4.") }, async () => {
    const paths = await Promise.all(EXAMPLES.map((example) => write(wholeProgram(example))));
    const [deno, , , ...flags] = denoRun("").slice(0, -1);
    const { code, stderr } = await run([deno!, "check", ...flags, ...paths]);
    expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
  });

  for (const example of EXAMPLES) {
    it(`run: ${example.name}`, async () => {
      const program = wholeProgram(example).replaceAll("/path/to", dir);
      expect(await runProgram(program)).toEqual({ code: 0, stdout: example.stdout, stderr: "" });
    });
  }

  async function runProgram(program: string): Promise<Run> {
    return await run(denoRun(await write(program)), {
      cwd: `${dir}/work`,
      env: { PATH: `${dir}/bin:${Deno.env.get("PATH")}` },
    });
  }

  async function write(program: string): Promise<string> {
    const path = await Deno.makeTempFile({ dir: `${dir}/work`, suffix: ".ts" });
    await Deno.writeTextFile(path, program);
    return path;
  }

  it("fails where a working directory is not there, and names it", async () => {
    const { stdout, stderr } = await runProgram(wholeProgram(EXAMPLES[0]!));
    expect(stdout).toBe("CLI Plugin active. Executing tools...\n");
    expect(stderr).toContain("Error calling CLI tool:");
    expect(stderr).toContain("/path/to/your/repo");
  });
});

function wholeProgram({ code, template, call = "", show }: Example): string {
  const room = JSON.stringify(new URL("../../utcp/mod.ts", import.meta.url).href);
  const config = `{ manual_call_templates: [${template}] }`;
  return [
    `import { UtcpClient } from ${room};`,
    `import { CliCallTemplateSerializer } from ${room};`,
    code,
    template ? `const client = await UtcpClient.create(process.cwd(), ${config});` : "",
    call,
    show ? `console.log(${show});\nawait client.close();` : "",
  ].join("\n");
}
