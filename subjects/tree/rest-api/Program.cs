using Fathom.SubjectProtocol.Flags;
using Fathom.Subjects.RestApi;
using Fathom.Tree.Nodes;
using Fathom.Tree.Services.Nodes;
using Fathom.Tree.Services.Upstream;
using Microsoft.AspNetCore.Server.Kestrel.Core;

return await NodeProgram.RunAsync(
    TreeNodes.RestApi, "REST API of the users: composes items from services 1 and 2.", args, HttpProtocols.Http1,
    (services, flags) => services.AddOpenApi().AddHealthChecks().Services.AddSingleton(new Items(flags)),
    (application, _) =>
    {
        application.MapOpenApi("/openapi/v1.json");
        application.MapHealthChecks("/health");
        application.MapGet("/items/{id:int}", (int id, Items items, NodeFaults faults, ILogger<Items> log) =>
            RestResults.OfAsync(() => faults.AroundAsync(log, $"GET /items/{id}", () => items.FindAsync(id))))
            .Produces<ItemView>().ProducesProblem(StatusCodes.Status404NotFound).ProducesProblem(StatusCodes.Status503ServiceUnavailable);
    });

namespace Fathom.Subjects.RestApi
{
    /// <summary>An item as the users see it.</summary>
    /// <param name="Id">Its number.</param>
    /// <param name="Name">What it is called.</param>
    /// <param name="Price">Its price of the day, from service 1.</param>
    /// <param name="Stock">Pieces that can be ordered, from service 2.</param>
    internal sealed record ItemView(int Id, string Name, decimal Price, int Stock);

    /// <summary>Items, composed of two services.</summary>
    internal sealed class Items(FlagValues flags) : IDisposable
    {
        private readonly ServiceClient _offers = new(TreeNodes.Service1, flags);
        private readonly ServiceClient _stock = new(TreeNodes.Service2, flags);

        public async ValueTask<ItemView> FindAsync(int id)
        {
            var offer = await _offers.FindAsync(id);
            var stock = await _stock.FindAsync(id);
            return new(id, offer.Name, offer.Cents / 100m, stock.Stock);
        }

        public void Dispose()
        {
            _offers.Dispose();
            _stock.Dispose();
        }
    }
}
