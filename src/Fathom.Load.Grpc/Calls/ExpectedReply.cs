namespace Fathom.Load.Grpc.Calls;

/// <summary>The reply that every call must have. Immutable; shared by all workers.</summary>
/// <param name="bytes">Its bytes, as protobuf without the gRPC prefix. Equal bytes are an equal reply, at no cost but the
/// comparison.</param>
/// <param name="isSame">Whether other bytes say the same: servers may write fields and maps in another order. Called on threads of event
/// loops, with the whole message; null when bytes must be equal.</param>
public sealed class ExpectedReply(ReadOnlyMemory<byte> bytes, Func<ReadOnlyMemory<byte>, bool>? isSame = null)
{
    // What a gRPC client accepts by default; a reply that should be larger may be twice its size.
    private const int LeastKept = 4 * 1024 * 1024;

    /// <summary>The bytes.</summary>
    public ReadOnlyMemory<byte> Bytes => bytes;

    /// <summary>The size above which a message with other bytes is different without a further look.</summary>
    public uint MaxKept => isSame is null ? 0 : (uint)Math.Max(LeastKept, Math.Min(int.MaxValue / 2, bytes.Length) * 2);

    /// <summary>Whether a message with other bytes says the same.</summary>
    /// <param name="message">The whole message.</param>
    public bool IsSame(ReadOnlyMemory<byte> message) => isSame?.Invoke(message) ?? false;
}
