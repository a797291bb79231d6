using Fathom.Mediator;
using Fathom.Mediator.Routing;
using Fathom.Samples.TwoNodes;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

if (args is not ["north" or "south"])
{
    Console.Error.WriteLine("usage: dotnet run --project samples/TwoNodes -- north|south");
    return 2;
}

// The settings are beside the program, one folder for each node; the environment overrides them.
var builder = Host.CreateApplicationBuilder(new HostApplicationBuilderSettings { ContentRootPath = Path.Combine(
    AppContext.BaseDirectory, args[0]) });
using var telemetry = Telemetry.Start(args[0], builder.Configuration);
builder.Services.AddFathomMediator(builder.Configuration, mediator => mediator.AddHandlersOfFathomSamplesTwoNodes());
if (builder.Configuration["InviteTo"] is { } file)
{
    builder.Services.AddHostedService(services => new Invite(services.GetRequiredService<MediatorNode>(), file));
}
else
{
    builder.Services.AddHostedService<Ask>();
}

await builder.Build().RunAsync();
return 0;
