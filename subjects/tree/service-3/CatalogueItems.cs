using Fathom.SubjectProtocol.Flags;
using Fathom.Tree.Nodes;
using Fathom.Tree.Services.Contracts;
using Fathom.Tree.Services.Nodes;

namespace Fathom.Subjects.Service3;

/// <summary>The catalogue as a service. One instance serves all calls.</summary>
internal sealed class CatalogueItems(Catalogue catalogue, NodeFaults faults, FlagValues flags, ILogger<CatalogueItems> log) : IItems
{
    private readonly bool _blocks = flags.Of(NodeFlags.Call) == "blocking";
    private readonly bool _isFathom = flags.Of(NodeFlags.Library) == "fathom";

    public ValueTask<Item> FindAsync(ItemRequest request) => faults.AroundAsync(log, $"find {request.Id}", () => WaitAsync(() =>
        catalogue.Find(request.Id) ?? throw ServiceFailure.NotFound(_isFathom, request.Id)));

    public ValueTask<Item> SaveAsync(Item item) => faults.AroundAsync(log, $"save {item.Id}", () => WaitAsync(() => catalogue.Save(item)));

    // SQLite is read on the thread of the request. What blocks is what applications do: another thread of the pool does it meanwhile.
    private ValueTask<Item> WaitAsync(Func<Item> work) => new(_blocks ? Task.Run(work).GetAwaiter().GetResult() : work());
}
