using Fathom.Cli;

return await FathomProgram.RunAsync(args, FathomConsole.OfThisProcess());
