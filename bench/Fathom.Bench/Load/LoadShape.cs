using System.Buffers.Binary;
using System.Globalization;

namespace Fathom.Bench.Load;

/// <summary>A shape of load: what a call is, and how many there are at once.</summary>
/// <param name="Method">The method of the echo service: <c>Unary</c>, <c>ClientStream</c>, <c>ServerStream</c> or
/// <c>DuplexStream</c>.</param>
/// <param name="Size">Bytes of a payload.</param>
/// <param name="Messages">Messages of a stream, each way that streams.</param>
/// <param name="Streams">Calls at once, over all connections.</param>
/// <param name="Connections">Connections.</param>
internal sealed record LoadShape(string Method, int Size, int Messages, int Streams, int Connections)
{
    private const long MaxBytes = 512L << 20;
    private const int MaxMessages = 400_000;
    private const int MaxCallsOfOne = 15_000;

    // Left out is what other shapes tell: 4 at once of 12 B lies between 1 and 100, and 4 MiB fill a connection with 4 at once, so
    // that 100 and further connections add nothing.
    public static IReadOnlyList<LoadShape> All { get; } =
    [
        .. from method in new[] { "Unary", "ClientStream", "ServerStream", "DuplexStream" }
           from size in new[] { 12, 36_000, 4 << 20 }
           from load in size switch
           {
               12 => new[] { (1, 1), (100, 1), (50, 50) },
               36_000 => [(1, 1), (4, 1), (100, 1), (50, 50)],
               _ => [(1, 1), (4, 1)],
           }
           select new LoadShape(method, size, method == "Unary" ? 1 : size > 1 << 20 ? 4 : 16, load.Item1, load.Item2),
        new("DuplexStream", 36_000, 1000, 4, 1),
    ];

    /// <summary>Share of the calls that are made.</summary>
    public double Share { get; init; } = 1;

    public bool IsUnary => Method == "Unary";

    public string Name => string.Create(CultureInfo.InvariantCulture, $"{Method}, {(IsUnary ? "" : $"{Messages} messages of ")}{Size} B, "
        + $"{Streams} at once, {Connections} {(Connections == 1 ? "connection" : "connections")}");

    /// <summary>Calls that are measured; a multiple of those at once.</summary>
    public int Calls => Math.Max(1, (int)(Share
        * Math.Min(Streams == 1 ? MaxCallsOfOne : MaxMessages / Messages, MaxBytes / (Size * (long)Messages))) / Streams) * Streams;

    /// <summary>Calls before those.</summary>
    public int WarmUpCalls => Math.Min(Calls, 10_000);

    /// <summary>Request messages of a call.</summary>
    public int Requests => Method is "ClientStream" or "DuplexStream" ? Messages : 1;

    /// <summary>Reply messages of a call.</summary>
    public int Replies => Method is "ServerStream" or "DuplexStream" ? Messages : 1;

    private int Repeat => Method == "ServerStream" ? Messages : 0;

    /// <summary>A request in JSON.</summary>
    public string Json => $$"""{"payload":"{{Convert.ToBase64String(new byte[Size])}}","repeat":{{Repeat}}}""";

    /// <summary>The same, encoded.</summary>
    public byte[] Encoded
    {
        get
        {
            var message = new Subjects.Echo.EchoRequest
            {
                Payload = Google.Protobuf.ByteString.CopyFrom(new byte[Size]), Repeat = Repeat,
            };
            return Google.Protobuf.MessageExtensions.ToByteArray(message);
        }
    }

    /// <summary>The request messages of a call with their prefixes.</summary>
    public byte[] Body
    {
        get
        {
            var message = Encoded;
            var framed = new byte[5 + message.Length];
            BinaryPrimitives.WriteInt32BigEndian(framed.AsSpan(1), message.Length);
            message.CopyTo(framed, 5);
            return [.. Enumerable.Repeat(framed, Requests).SelectMany(f => f)];
        }
    }
}
