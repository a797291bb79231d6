namespace Fathom.Wire.Grpc;

/// <summary>Limits on message sizes, in gRPC's own words.</summary>
public static class MessageLimits
{
    /// <summary>gRPC's default limit of a received message: 4 MiB.</summary>
    public const int DefaultMaxReceiveSize = 4 * 1024 * 1024;

    /// <summary>The largest message that can be held in one array together with its prefix.</summary>
    public static int MaxPossibleSize => Array.MaxLength - MessagePrefix.Size;

    /// <summary>OK, or why a message of <paramref name="size"/> bytes may not be sent (<paramref name="max"/> null: no limit).</summary>
    public static Status CheckSend(long size, int? max) => size > (max ?? MaxPossibleSize)
        ? new Status(StatusCode.ResourceExhausted, $"Sent message larger than max ({size} vs. {max ?? MaxPossibleSize})")
        : Status.Ok;

    /// <summary>OK, or why a message of <paramref name="size"/> bytes is not received (<paramref name="max"/> null: no limit).</summary>
    public static Status CheckReceive(long size, int? max) => size > (max ?? MaxPossibleSize)
        ? new Status(StatusCode.ResourceExhausted, $"Received message larger than max ({size} vs. {max ?? MaxPossibleSize})")
        : Status.Ok;
}
