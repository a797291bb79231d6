using Fathom.Subjects.Echo;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Google.Protobuf;
using CodeFirst = Fathom.Subjects.Echo.CodeFirst;

namespace Fathom.Subjects.Client;

/// <summary>
/// The unary call that workloads make, by either contract: usually 12 bytes on the wire each way, 10 of payload and 2 of tag and length.
/// Safe from any thread.
/// </summary>
internal abstract class UnaryEcho
{
    /// <summary>Default payload in bytes.</summary>
    public const int DefaultPayload = 10;

    private static readonly UnaryEcho DefaultProto = Proto("0123456789"u8.ToArray());

    private static readonly UnaryEcho DefaultCodeFirst = CodeFirstOf("0123456789"u8.ToArray());

    /// <summary>The call with a payload of so many bytes. Throws <see cref="FormatException"/> for an unknown contract.</summary>
    public static UnaryEcho Of(string contract, int payloadBytes) => (contract, payloadBytes) switch
    {
        (EchoContract.Proto, DefaultPayload) => DefaultProto,
        (EchoContract.CodeFirst, DefaultPayload) => DefaultCodeFirst,
        (EchoContract.Proto, _) => Proto(new byte[payloadBytes]),
        (EchoContract.CodeFirst, _) => CodeFirstOf(new byte[payloadBytes]),
        _ => throw new FormatException(
            $"contract '{contract}' cannot be used; accepted: {string.Join(", ", EchoContract.All)}"),
    };

    /// <summary>One call; the calling thread waits for it.</summary>
    public abstract void Call(Channel channel);

    /// <summary>One call, awaited.</summary>
    public abstract Task CallAsync(Channel channel);

    private static OfMethod<EchoRequest, EchoReply> Proto(byte[] payload) =>
        new(EchoMethods.Unary, new EchoRequest { Payload = UnsafeByteOperations.UnsafeWrap(payload) });

    private static OfMethod<CodeFirst.EchoRequest, CodeFirst.EchoReply> CodeFirstOf(byte[] payload) =>
        new(CodeFirst.EchoMethods.Unary, new CodeFirst.EchoRequest { Payload = payload });

    // One body for both contracts, so that nothing but the messages makes the difference.
    private sealed class OfMethod<TRequest, TResponse>(Method<TRequest, TResponse> method, TRequest request) : UnaryEcho
    {
        public override void Call(Channel channel) => channel.Unary(method, request);

        public override Task CallAsync(Channel channel) => channel.UnaryAsync(method, request);
    }
}
