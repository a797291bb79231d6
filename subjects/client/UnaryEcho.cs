using System.Text;
using Fathom.Subjects.Echo;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Google.Protobuf;
using CodeFirst = Fathom.Subjects.Echo.CodeFirst;

namespace Fathom.Subjects.Client;

/// <summary>
/// The unary call that workloads make, by either contract: 12 bytes on the wire each way, 10 of payload and 2 of tag and length. Used from many threads at once.
/// </summary>
internal abstract class UnaryEcho
{
    private const string Payload = "0123456789";

    public static UnaryEcho Of(string contract) => contract switch
    {
        EchoContract.Proto => new UnaryEcho<EchoRequest, EchoReply>(EchoMethods.Unary, new() { Payload = ByteString.CopyFromUtf8(Payload) }),
        EchoContract.CodeFirst => new UnaryEcho<CodeFirst.EchoRequest, CodeFirst.EchoReply>(
            CodeFirst.EchoMethods.Unary, new() { Payload = Encoding.UTF8.GetBytes(Payload) }),
        _ => throw new NotSupportedException($"contract '{contract}' is not in this build; accepted: {string.Join(", ", EchoContract.All)}."),
    };

    /// <summary>One call; the calling thread waits for it.</summary>
    public abstract void Call(Channel channel);

    /// <summary>One call, awaited.</summary>
    public abstract Task CallAsync(Channel channel);
}

/// <summary>The same for both contracts but for the messages, so that nothing else makes the difference.</summary>
internal sealed class UnaryEcho<TRequest, TResponse>(Method<TRequest, TResponse> method, TRequest request) : UnaryEcho
{
    public override void Call(Channel channel) => channel.Unary(method, request);

    public override Task CallAsync(Channel channel) => channel.UnaryAsync(method, request);
}
