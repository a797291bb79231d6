namespace Fathom.Load.Grpc;

/// <summary>How far a connection came before it failed.</summary>
public enum ConnectionStage
{
    /// <summary>The name was not resolved, or TCP did not connect.</summary>
    Connect = 0,

    /// <summary>The TLS handshake failed.</summary>
    Tls,

    /// <summary>The server did not answer in HTTP/2.</summary>
    Http2,

    /// <summary>The connection was in use.</summary>
    InUse,
}

/// <summary>Why a connection failed.</summary>
/// <param name="Stage">How far it came.</param>
/// <param name="Reason">The reason, in words.</param>
public sealed record ConnectionFailure(ConnectionStage Stage, string Reason);

/// <summary>A run has no connection.</summary>
/// <param name="failure">Why.</param>
public sealed class LoadConnectionException(ConnectionFailure failure) : Exception(failure.Reason)
{
    /// <summary>Why there is none.</summary>
    public ConnectionFailure Failure { get; } = failure;
}
