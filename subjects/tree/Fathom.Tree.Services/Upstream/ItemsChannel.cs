using Fathom.Transport.Client;
using Fathom.Tree.Services.Contracts;
using Grpc.Net.Client;
using ProtoBuf.Grpc.Client;

namespace Fathom.Tree.Services.Upstream;

/// <summary>A channel to a service, of either library.</summary>
internal abstract class ItemsChannel : IDisposable
{
    public abstract Task<Item> FindAsync(ItemRequest request);

    public abstract Task<Item> SaveAsync(Item item);

    public abstract void Dispose();
}

/// <summary>protobuf-net.Grpc on Grpc.Net.Client, as published.</summary>
internal sealed class ProtobufNetItems : ItemsChannel
{
    private readonly GrpcChannel _channel;
    private readonly IItems _items;

    public ProtobufNetItems(Uri address)
    {
        _channel = GrpcChannel.ForAddress(address);
        _items = _channel.CreateGrpcService<IItems>();
    }

    public override Task<Item> FindAsync(ItemRequest request) => _items.FindAsync(request).AsTask();

    public override Task<Item> SaveAsync(Item item) => _items.SaveAsync(item).AsTask();

    public override void Dispose() => _channel.Dispose();
}

/// <summary>Fathom.Contracts on Fathom's channel over HttpClient.</summary>
internal sealed class FathomItems(Uri address) : ItemsChannel
{
    private readonly HttpClientChannel _channel = new(new ChannelOptions { Address = address });

    public override Task<Item> FindAsync(ItemRequest request) => _channel.UnaryAsync(ItemsMethods.Find, request);

    public override Task<Item> SaveAsync(Item item) => _channel.UnaryAsync(ItemsMethods.Save, item);

    public override void Dispose() => _channel.Dispose();
}
