namespace Fathom.Originals.Calls;

/// <summary>How the code of a client makes a call and waits for it.</summary>
public static class CallForm
{
    /// <summary>The synchronous stub; with protobuf-net.Grpc a synchronous operation.</summary>
    public const string Blocking = "blocking";

    /// <summary>The asynchronous stub; the calling thread waits with <c>GetAwaiter().GetResult()</c>.</summary>
    public const string GetResult = "get-result";

    /// <summary>The asynchronous stub, awaited.</summary>
    public const string Async = "async";

    /// <summary>All forms.</summary>
    public static IReadOnlyList<string> All { get; } = [Blocking, GetResult, Async];
}
