using Fathom.SubjectProtocol.Flags;
using Fathom.Subjects.RestAdminApi;
using Fathom.Tree.Nodes;
using Fathom.Tree.Services.Contracts;
using Fathom.Tree.Services.Nodes;
using Fathom.Tree.Services.Upstream;
using Microsoft.AspNetCore.Server.Kestrel.Core;

return await NodeProgram.RunAsync(
    TreeNodes.RestAdminApi, "REST API of the administrators: stores items by way of service 1.", args, HttpProtocols.Http1,
    (services, flags) => services.AddOpenApi().AddHealthChecks().Services.AddSingleton(new Items(flags)),
    (application, _) =>
    {
        application.MapOpenApi("/openapi/v1.json");
        application.MapHealthChecks("/health");
        application.MapPut("/items/{id:int}", (int id, ItemEdit edit, Items items, NodeFaults faults, ILogger<Items> log) =>
            RestResults.OfAsync(() => faults.AroundAsync(log, $"PUT /items/{id}", () => items.SaveAsync(id, edit))))
            .Produces<ItemEdit>().ProducesProblem(StatusCodes.Status503ServiceUnavailable);
    });

namespace Fathom.Subjects.RestAdminApi
{
    /// <summary>What an administrator sets.</summary>
    /// <param name="Name">What the item is called.</param>
    /// <param name="Cents">What it costs.</param>
    /// <param name="Stock">Pieces in stock.</param>
    internal sealed record ItemEdit(string Name, int Cents, int Stock);

    /// <summary>Items, stored by way of service 1.</summary>
    internal sealed class Items(FlagValues flags) : IDisposable
    {
        private readonly ServiceClient _offers = new(TreeNodes.Service1, flags);

        public async ValueTask<ItemEdit> SaveAsync(int id, ItemEdit edit)
        {
            var stored = await _offers.SaveAsync(new Item { Id = id, Name = edit.Name, Cents = edit.Cents, Stock = edit.Stock });
            return new(stored.Name, stored.Cents, stored.Stock);
        }

        public void Dispose() => _offers.Dispose();
    }
}
