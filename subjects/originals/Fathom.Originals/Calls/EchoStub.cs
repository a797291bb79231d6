using Fathom.Originals.Contracts;
using Google.Protobuf;
using Grpc.Core;

namespace Fathom.Originals.Calls;

/// <summary>
/// The unary call over one channel, by a contract and a form: 12 bytes on the wire, 10 of payload and 2 of tag and length. Safe from any
/// thread.
/// </summary>
public abstract class EchoStub
{
    /// <summary>Payload of the request.</summary>
    internal static readonly byte[] Payload = "0123456789"u8.ToArray();

    /// <summary>The stub of a channel.</summary>
    /// <exception cref="FormatException">The contract is unknown.</exception>
    public static EchoStub Of(string contract, string form, ChannelBase channel) => contract switch
    {
        "proto" => new Proto(channel, form),
#if NET8_0_OR_GREATER
        "code-first" => new CodeFirstStub(channel, form),
        _ => throw new FormatException($"contract '{contract}' cannot be used; accepted: proto, code-first"),
#else
        _ => throw new FormatException($"contract '{contract}' cannot be used; accepted: proto"),
#endif
    };

    /// <summary>One call; the calling thread waits for it.</summary>
    public abstract void Call();

    /// <summary>One call, awaited.</summary>
    public abstract Task CallAsync();

    private sealed class Proto(ChannelBase channel, string form) : EchoStub
    {
        private static readonly EchoRequest Request = new() { Payload = ByteString.CopyFrom(Payload) };

        private readonly Echo.EchoClient _client = new(channel);

        public override void Call()
        {
            if (form == CallForm.Blocking)
            {
                _client.Unary(Request);
            }
            else
            {
                _client.UnaryAsync(Request).ResponseAsync.GetAwaiter().GetResult();
            }
        }

        public override Task CallAsync() => _client.UnaryAsync(Request).ResponseAsync;
    }
}
