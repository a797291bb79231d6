namespace Fathom.Wire.Grpc;

/// <summary>The result of a call: a code and a message for people.</summary>
public readonly record struct Status
{
    private readonly string? _detail;

    /// <summary>Creates a status.</summary>
    /// <param name="statusCode">The code.</param>
    /// <param name="detail">What happened; null for an empty text.</param>
    public Status(StatusCode statusCode, string? detail = null)
    {
        StatusCode = statusCode;
        _detail = detail;
    }

    /// <summary>Success without detail, which is also the default value.</summary>
    public static Status Ok => default;

    /// <summary>The code, as in <c>grpc-status</c>.</summary>
    public StatusCode StatusCode { get; }

    /// <summary>What happened, as in <c>grpc-message</c>; never null.</summary>
    public string Detail => _detail ?? string.Empty;

    /// <summary>Whether the call succeeded.</summary>
    public bool IsOk => StatusCode == StatusCode.OK;

    /// <summary>Returns whether code and detail are equal. A missing detail equals an empty one.</summary>
    public bool Equals(Status other) => StatusCode == other.StatusCode && Detail == other.Detail;

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(StatusCode, Detail);

    /// <summary>Returns the text of gRPC for .NET: <c>Status(StatusCode="Unavailable", Detail="...")</c>.</summary>
    public override string ToString() => $"Status(StatusCode=\"{StatusCode}\", Detail=\"{Detail}\")";
}
