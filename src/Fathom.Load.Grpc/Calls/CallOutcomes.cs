using Fathom.Wire.Grpc;

namespace Fathom.Load.Grpc.Calls;

/// <summary>The outcomes of calls: the gRPC status codes under their numbers, and one for a reply that differs from the expected
/// one.</summary>
public static class CallOutcomes
{
    /// <summary>The reply is not the expected one, although the status is OK.</summary>
    public const int WrongReply = 17;

    /// <summary>The number of outcomes.</summary>
    public const int Count = 18;

    /// <summary>The names of outcomes, by their number: <c>UNAVAILABLE</c>, <c>WRONG_REPLY</c>.</summary>
    public static IReadOnlyList<string> Names { get; } =
        [.. Enumerable.Range(0, WrongReply).Select(code => ((StatusCode)code).CanonicalName()), "WRONG_REPLY"];

    /// <summary>The name of an outcome.</summary>
    public static string NameOf(int outcome) => Names[outcome];
}
