namespace Fathom.Bench.Witness;

/// <summary>A response of 2 GB to a client with windows of 2^31-1 bytes that reads as fast as it can.</summary>
internal static class WindowAttack
{
    // Fields repeat (4) 2,000 and reply_size (7) 1,000,000.
    private static readonly byte[] Request = [0x20, 0xd0, 0x0f, 0x38, 0xc0, 0x84, 0x3d];

    public static void Run(int port)
    {
        using var connection = new RawHttp2(port);
        connection.Request(1, "ServerStream", Request);
        connection.ReadResponses(1);
    }
}
