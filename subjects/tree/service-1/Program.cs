using Fathom.SubjectProtocol.Flags;
using Fathom.Subjects.Service1;
using Fathom.Tree.Nodes;
using Fathom.Tree.Services.Contracts;
using Fathom.Tree.Services.Nodes;
using Microsoft.AspNetCore.Server.Kestrel.Core;

return await NodeProgram.RunAsync(
    TreeNodes.Service1, "Prices: the catalogue's of service 3, less the discount of the day.", args, HttpProtocols.Http2,
    (services, flags) => ItemsServices.Add<Prices>(services.AddSingleton(flags), flags),
    ItemsServices.Map<Prices>);

namespace Fathom.Subjects.Service1
{
    /// <summary>Items with the price of the day.</summary>
    internal sealed class Prices(NodeFaults faults, FlagValues flags, ILogger<Prices> log) : ComposingItems(faults, flags, log)
    {
        private const int DiscountPercent = 5;

        protected override Item Compose(Item item)
        {
            item.Cents = item.Cents * (100 - DiscountPercent) / 100;
            return item;
        }
    }
}
