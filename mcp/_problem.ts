/** What is wrong with a server, in words of ours that follow its name. */
export class Problem extends Error {}
