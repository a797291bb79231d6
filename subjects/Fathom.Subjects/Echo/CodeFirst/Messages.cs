using Fathom.Contracts;

namespace Fathom.Subjects.Echo.CodeFirst;

/// <summary>As in echo.proto.</summary>
[Contract]
public sealed partial class EchoRequest
{
    [Member(1)]
    public ReadOnlyMemory<byte> Payload { get; init; }

    [Member(2)]
    public int StatusCode { get; init; }

    [Member(3)]
    public string StatusDetail { get; init; } = "";

    [Member(4)]
    public int Repeat { get; init; }

    [Member(5)]
    public int DelayMs { get; init; }

    [Member(6)]
    public bool EchoMetadata { get; init; }

    [Member(7)]
    public int ReplySize { get; init; }

    [Member(8)]
    public bool Crash { get; init; }
}

/// <summary>As in echo.proto.</summary>
[Contract]
public sealed partial class EchoReply
{
    [Member(1)]
    public ReadOnlyMemory<byte> Payload { get; init; }

    [Member(2)]
    public int Count { get; init; }

    [Member(3)]
    public long TotalBytes { get; init; }
}
