using Fathom.SubjectProtocol.Flags;
using Fathom.Tree.Nodes;
using Fathom.Tree.Services.Contracts;
using Fathom.Tree.Services.Upstream;
using Microsoft.Extensions.Logging;

namespace Fathom.Tree.Services.Nodes;

/// <summary>A service that composes its replies from the catalogue of service 3. One instance serves all calls.</summary>
/// <param name="faults">What is wrong with the process.</param>
/// <param name="flags">Its flags.</param>
/// <param name="log">Its log.</param>
public abstract class ComposingItems(NodeFaults faults, FlagValues flags, ILogger<ComposingItems> log) : IItems, IDisposable
{
    private readonly ServiceClient _catalogue = new(TreeNodes.Service3, flags);
    private readonly bool _isFathom = flags.Of(NodeFlags.Library) == "fathom";

    /// <inheritdoc/>
    public ValueTask<Item> FindAsync(ItemRequest request) => faults.AroundAsync(log, $"find {request.Id}", () => FindAsync(request.Id));

    /// <inheritdoc/>
    public ValueTask<Item> SaveAsync(Item item) => faults.AroundAsync(log, $"save {item.Id}", () => PassOnAsync(c => c.SaveAsync(item)));

    /// <inheritdoc/>
    public void Dispose()
    {
        _catalogue.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>What the service makes of a record.</summary>
    protected abstract Item Compose(Item item);

    private async ValueTask<Item> FindAsync(int id) => Compose(await PassOnAsync(c => c.FindAsync(id)));

    private async ValueTask<Item> PassOnAsync(Func<ServiceClient, ValueTask<Item>> call)
    {
        try
        {
            return await call(_catalogue);
        }
        catch (CallFailure failure)
        {
            throw ServiceFailure.Of(_isFathom, failure);
        }
    }
}
