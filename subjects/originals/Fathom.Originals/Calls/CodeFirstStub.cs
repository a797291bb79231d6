using Fathom.Originals.Contracts.CodeFirst;
using Grpc.Core;
using ProtoBuf.Grpc.Client;

namespace Fathom.Originals.Calls;

/// <summary>The stub by protobuf-net.Grpc.</summary>
internal sealed class CodeFirstStub : EchoStub
{
    private static readonly EchoRequest Request = new() { Payload = Payload };

    private readonly IBlockingEcho? _blocking;
    private readonly IEcho? _echo;

    public CodeFirstStub(ChannelBase channel, string form)
    {
        if (form == CallForm.Blocking)
        {
            _blocking = channel.CreateGrpcService<IBlockingEcho>();
        }
        else
        {
            _echo = channel.CreateGrpcService<IEcho>();
        }
    }

    public override void Call()
    {
        if (_blocking is not null)
        {
            _blocking.Unary(Request);
        }
        else
        {
            _echo!.UnaryAsync(Request).GetAwaiter().GetResult();
        }
    }

    public override Task CallAsync() => _echo!.UnaryAsync(Request);
}
