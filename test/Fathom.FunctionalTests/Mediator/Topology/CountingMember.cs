using Fathom.FunctionalTests.Mediator.Certificates;
using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Server;

namespace Fathom.FunctionalTests.Mediator.Topology;

/// <summary>A member of the network that answers queries for the topology as a test wants, and counts them.</summary>
internal sealed class CountingMember : IAsyncDisposable
{
    private readonly SecuredNode _node;
    private readonly NativeHost _host;
    private int _queries;

    private CountingMember(SecuredNode node, Func<CancellationToken, ValueTask<byte[]>> answer)
    {
        _node = node;
        var look = new Method<byte[], byte[]>(MethodKind.Unary, "fathom.mediator.v1.Graph", "Look", new BytesMarshaller(),
            new BytesMarshaller());
        var service = new ServiceBuilder(look.Service).Unary(look, (_, call) =>
        {
            Interlocked.Increment(ref _queries);
            return answer(call.CancellationToken);
        }).Build();
        _host = NativeHost.Start([service], node.Certificates.Secure(new NativeHostOptions()));
    }

    public int Port => _host.Address.Port;

    public int Queries => Volatile.Read(ref _queries);

    public static async Task<CountingMember> JoinAsync(
        Network network, string name, Func<CancellationToken, ValueTask<byte[]>> answer) => new(await network.JoinAsync(name), answer);

    public async ValueTask DisposeAsync()
    {
        await _host.DisposeAsync();
        await _node.DisposeAsync();
    }
}
