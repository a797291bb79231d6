namespace Fathom.Link.Linux;

/// <summary>How long to wait for the process inside a link.</summary>
internal sealed record HostTimeouts
{
    /// <summary>From its start until it is ready. Default 30 s.</summary>
    public TimeSpan ToStart { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>From a command until its reply. Default 10 s.</summary>
    public TimeSpan ToReply { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>From the end of its standard input until it has ended and its pipes are closed. Default 5 s.</summary>
    public TimeSpan ToEnd { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>From a kill until it has ended. Default 5 s.</summary>
    public TimeSpan AfterKill { get; init; } = TimeSpan.FromSeconds(5);
}
