namespace Fathom.Wire.Grpc;

/// <summary>How a call ended: a code and, for people, a detail.</summary>
public readonly record struct Status
{
    private readonly string? _detail;

    /// <summary>A status of <paramref name="statusCode"/> with <paramref name="detail"/> (none: empty).</summary>
    public Status(StatusCode statusCode, string? detail = null)
    {
        StatusCode = statusCode;
        _detail = detail;
    }

    /// <summary>Success without detail; also the default value.</summary>
    public static Status Ok => default;

    /// <summary>The code, as in <c>grpc-status</c>.</summary>
    public StatusCode StatusCode { get; }

    /// <summary>What happened, as in <c>grpc-message</c>; never null.</summary>
    public string Detail => _detail ?? string.Empty;

    /// <summary>Whether the call succeeded.</summary>
    public bool IsOk => StatusCode == StatusCode.OK;

    /// <summary>Equal code and detail; no detail equals an empty one.</summary>
    public bool Equals(Status other) => StatusCode == other.StatusCode && Detail == other.Detail;

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(StatusCode, Detail);

    /// <summary>The form gRPC for .NET prints: <c>Status(StatusCode="Unavailable", Detail="...")</c>.</summary>
    public override string ToString() => $"Status(StatusCode=\"{StatusCode}\", Detail=\"{Detail}\")";
}
