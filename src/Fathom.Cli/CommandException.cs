namespace Fathom.Cli;

/// <summary>Ends a command with a message for the user and an exit code.</summary>
internal sealed class CommandException(int exitCode, string message) : Exception(message)
{
    public int ExitCode { get; } = exitCode;

    /// <summary>A flag or argument that cannot be taken.</summary>
    public static CommandException Usage(string message) => new(Cli.ExitCode.Usage, message);

    /// <summary>Something needed that this machine lacks.</summary>
    public static CommandException Missing(string message) => new(Cli.ExitCode.Missing, message);
}
