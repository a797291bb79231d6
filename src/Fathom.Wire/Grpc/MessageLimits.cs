namespace Fathom.Wire.Grpc;

/// <summary>Limits on message sizes, with the status texts of other gRPC libraries.</summary>
public static class MessageLimits
{
    /// <summary>gRPC's default limit on received messages: 4 MiB.</summary>
    public const int DefaultMaxReceiveSize = 4 * 1024 * 1024;

    /// <summary>Maximum size of a message, in bytes, that fits in one array with its prefix.</summary>
    public static int MaxPossibleSize => Array.MaxLength - MessagePrefix.Size;

    /// <summary>Checks the size of a message to send.</summary>
    /// <param name="size">The size, in bytes.</param>
    /// <param name="max">The maximum size, in bytes; null for <see cref="MaxPossibleSize"/>.</param>
    /// <returns>OK, or RESOURCE_EXHAUSTED when the message is too large.</returns>
    public static Status CheckSend(long size, int? max) => size > (max ?? MaxPossibleSize)
        ? new Status(StatusCode.ResourceExhausted, $"Sent message larger than max ({size} vs. {max ?? MaxPossibleSize})")
        : Status.Ok;

    /// <summary>Checks the size of a received message.</summary>
    /// <param name="size">The size, in bytes.</param>
    /// <param name="max">The maximum size, in bytes; null for <see cref="MaxPossibleSize"/>.</param>
    /// <returns>OK, or RESOURCE_EXHAUSTED when the message is too large.</returns>
    public static Status CheckReceive(long size, int? max) => size > (max ?? MaxPossibleSize)
        ? new Status(StatusCode.ResourceExhausted, $"Received message larger than max ({size} vs. {max ?? MaxPossibleSize})")
        : Status.Ok;
}
