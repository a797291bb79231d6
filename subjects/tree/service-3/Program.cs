using Fathom.Subjects.Service3;
using Fathom.Tree.Nodes;
using Fathom.Tree.Services.Nodes;
using Microsoft.AspNetCore.Server.Kestrel.Core;

return await NodeProgram.RunAsync(
    TreeNodes.Service3, "The catalogue, in SQLite in a file of this process.", args, HttpProtocols.Http2,
    (services, flags) => ItemsServices.Add<CatalogueItems>(services.AddSingleton(flags)
        .AddSingleton(_ => new Catalogue(Path.GetDirectoryName(flags.Of(NodeFlags.Spans)))), flags),
    (application, flags) =>
    {
        // Made now: the first request does not wait for it.
        application.Services.GetRequiredService<Catalogue>();
        ItemsServices.Map<CatalogueItems>(application, flags);
    });
