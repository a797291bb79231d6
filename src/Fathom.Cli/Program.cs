using Fathom.Cli;
using Fathom.Link;

// As one file fathom is also the program inside its links.
return await LinkHostProgram.RunIfStartedAsync(args) ? ExitCode.Done : await FathomProgram.RunAsync(args, FathomConsole.OfThisProcess());
