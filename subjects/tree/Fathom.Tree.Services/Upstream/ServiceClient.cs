using System.Diagnostics;
using Fathom.SubjectProtocol.Flags;
using Fathom.Tree.Nodes;
using Fathom.Tree.Services.Contracts;
using Fathom.Tree.Tracing;

namespace Fathom.Tree.Services.Upstream;

/// <summary>Calls to one service of the tree: blocking or awaited, over one channel or a new one per request. Safe from any
/// thread.</summary>
public sealed class ServiceClient : IDisposable
{
    private readonly string _service;
    private readonly bool _blocks;
    private readonly Func<ItemsChannel> _open;
    private readonly ItemsChannel? _shared;

    /// <summary>Calls to a service.</summary>
    /// <param name="service">Name of its process.</param>
    /// <param name="flags">The flags of the calling process.</param>
    public ServiceClient(string service, FlagValues flags)
    {
        _service = service;
        _blocks = flags.Of(NodeFlags.Call) == "blocking";
        var address = new Uri($"http://127.0.0.1:{flags.Of(NodeFlags.PortOf(service))}");
        _open = flags.Of(NodeFlags.Library) == "fathom" ? () => new FathomItems(address) : () => new ProtobufNetItems(address);
        _shared = flags.Of(NodeFlags.Channel) == "shared" ? _open() : null;
    }

    /// <summary>The record of that number.</summary>
    public ValueTask<Item> FindAsync(int id) => CallAsync(c => c.FindAsync(new ItemRequest { Id = id }));

    /// <summary>Stores a record.</summary>
    public ValueTask<Item> SaveAsync(Item item) => CallAsync(c => c.SaveAsync(item));

    /// <inheritdoc/>
    public void Dispose() => _shared?.Dispose();

    private async ValueTask<Item> CallAsync(Func<ItemsChannel, Task<Item>> call)
    {
        using var span = TreeActivity.Source.StartActivity($"call {_service}", ActivityKind.Internal);
        span?.SetTag(TreeActivity.Peer, _service);
        var own = _shared is null ? _open() : null;
        try
        {
            var reply = call(_shared ?? own!);
            // What the published code does: the thread of the request waits here.
            return _blocks ? reply.GetAwaiter().GetResult() : await reply;
        }
        catch (Exception e) when (CallFailure.Of(_service, e) is { } failure)
        {
            throw failure;
        }
        finally
        {
            own?.Dispose();
        }
    }
}
