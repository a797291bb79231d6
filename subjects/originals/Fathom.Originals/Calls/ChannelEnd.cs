namespace Fathom.Originals.Calls;

/// <summary>What the code of a client does with a channel after its calls.</summary>
public static class ChannelEnd
{
    /// <summary>Nothing.</summary>
    public const string None = "none";

    /// <summary>Grpc.Net.Client: <c>Dispose()</c>. Grpc.Core: <c>ShutdownAsync()</c>, not waited for.</summary>
    public const string Dispose = "dispose";

    /// <summary><c>ShutdownAsync().Wait()</c>; where calls are awaited, <c>await ShutdownAsync()</c>.</summary>
    public const string Wait = "wait";

    /// <summary>All ways.</summary>
    public static IReadOnlyList<string> All { get; } = [None, Dispose, Wait];
}
