using Fathom.Subjects.Echo;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Google.Protobuf;
using CodeFirst = Fathom.Subjects.Echo.CodeFirst;

namespace Fathom.Subjects.Client;

/// <summary>
/// The unary call that workloads make, by either contract: usually 12 bytes on the wire each way, 10 of payload and 2 of tag and length.
/// Used from many threads at once.
/// </summary>
internal abstract class UnaryEcho
{
    /// <summary>Bytes of payload where a workload says nothing else.</summary>
    public const int UsualPayload = 10;

    private static readonly UnaryEcho UsualProto = Proto("0123456789"u8.ToArray());

    private static readonly UnaryEcho UsualCodeFirst = CodeFirstOf("0123456789"u8.ToArray());

    /// <summary>The call with a payload of so many bytes. Throws <see cref="NotSupportedException"/> for a contract there is not.</summary>
    public static UnaryEcho Of(string contract, int payloadBytes) => (contract, payloadBytes) switch
    {
        (EchoContract.Proto, UsualPayload) => UsualProto,
        (EchoContract.CodeFirst, UsualPayload) => UsualCodeFirst,
        (EchoContract.Proto, _) => Proto(new byte[payloadBytes]),
        (EchoContract.CodeFirst, _) => CodeFirstOf(new byte[payloadBytes]),
        _ => throw new NotSupportedException(
            $"contract '{contract}' is not in this build; '{EchoContract.Proto}' and '{EchoContract.CodeFirst}' are."),
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
