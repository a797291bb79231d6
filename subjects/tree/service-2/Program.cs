using Fathom.SubjectProtocol.Flags;
using Fathom.Subjects.Service2;
using Fathom.Tree.Nodes;
using Fathom.Tree.Services.Contracts;
using Fathom.Tree.Services.Nodes;
using Microsoft.AspNetCore.Server.Kestrel.Core;

return await NodeProgram.RunAsync(
    TreeNodes.Service2, "Stock: what service 3 has, less a reserve.", args, HttpProtocols.Http2,
    (services, flags) => ItemsServices.Add<Stock>(services.AddSingleton(flags), flags),
    ItemsServices.Map<Stock>);

namespace Fathom.Subjects.Service2
{
    /// <summary>Items with what can be ordered of them.</summary>
    internal sealed class Stock(NodeFaults faults, FlagValues flags, ILogger<Stock> log) : ComposingItems(faults, flags, log)
    {
        private const int Reserve = 2;

        protected override Item Compose(Item item)
        {
            item.Stock = Math.Max(0, item.Stock - Reserve);
            return item;
        }
    }
}
