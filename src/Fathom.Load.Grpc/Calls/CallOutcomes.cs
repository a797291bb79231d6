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

    /// <summary>The name of an outcome: <c>UNAVAILABLE</c>, <c>WRONG_REPLY</c>.</summary>
    public static string NameOf(int outcome) => outcome == WrongReply ? "WRONG_REPLY" : ((StatusCode)outcome).CanonicalName();
}
