using Fathom.Contracts;

[assembly: ContractPackage("fathom.tree", Namespace = "Fathom.Tree.Contracts")]

namespace Fathom.Tree.Services.Contracts;

/// <summary>
/// What every service of the tree offers: service 3 from its catalogue, service 1 with the price of the day, service 2 with what is left
/// in stock. One interface for both libraries, with the same bytes on the wire.
/// </summary>
[Service]
[ProtoBuf.Grpc.Configuration.Service("fathom.tree.Items")]
public interface IItems
{
    /// <summary>The record of that number; the status is <c>NotFound</c> where there is none.</summary>
    ValueTask<Item> FindAsync(ItemRequest request);

    /// <summary>Replaces or adds a record; the reply is what is stored.</summary>
    ValueTask<Item> SaveAsync(Item item);
}
