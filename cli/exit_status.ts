/** The call succeeded, and its output is on stdout. */
export const ExitOK = 0;

/** The tool failed; stderr says `Error: <message>`. Arguments that do not fit its schema too. */
export const ExitFailed = 1;

/** The call did not run: the command line, or something it names, was not understood. */
export const ExitUsage = 2;

/** The call asked a question that nobody answered; stdout holds the question as JSON. */
export const ExitNeedsAnswer = 3;
