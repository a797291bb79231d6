namespace Fathom.Transport.Calls;

/// <summary>How many messages each side of a call sends.</summary>
public enum MethodKind
{
    /// <summary>One request, one response.</summary>
    Unary,

    /// <summary>Any number of requests, one response.</summary>
    ClientStreaming,

    /// <summary>One request, any number of responses.</summary>
    ServerStreaming,

    /// <summary>Any number of requests and responses, in any order.</summary>
    DuplexStreaming,
}
