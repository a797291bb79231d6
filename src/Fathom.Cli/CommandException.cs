namespace Fathom.Cli;

/// <summary>The exit codes of <c>fathom</c>.</summary>
internal static class ExitCode
{
    public const int Done = 0;

    /// <summary>The command ran; a threshold or check did not hold, or a part could not be measured.</summary>
    public const int NotHeld = 1;

    /// <summary>The command line or a setting is wrong.</summary>
    public const int Usage = 2;

    /// <summary>This machine lacks a prerequisite.</summary>
    public const int Missing = 3;

    /// <summary>The figures of a run are not those of the server: measure again.</summary>
    public const int Invalid = 4;

    /// <summary>Ctrl-C, SIGTERM or SIGHUP.</summary>
    public const int Interrupted = 130;

    /// <summary>The exit code of a call that ended with a status other than OK: 64 and its number, as grpcurl's.</summary>
    public static int OfStatus(Fathom.Wire.Grpc.StatusCode code) => 64 + (int)code;
}

/// <summary>Ends a command with a message for the user and an exit code.</summary>
internal sealed class CommandException(int exitCode, string message) : Exception(message)
{
    public int ExitCode { get; } = exitCode;

    /// <summary>A flag, an argument or a setting is not accepted.</summary>
    public static CommandException Usage(string message) => new(Cli.ExitCode.Usage, message);

    /// <summary>This machine lacks a prerequisite.</summary>
    public static CommandException Missing(string message) => new(Cli.ExitCode.Missing, message);
}
