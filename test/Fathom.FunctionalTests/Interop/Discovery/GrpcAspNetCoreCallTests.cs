using Fathom.FunctionalTests.Cli;
using Fathom.FunctionalTests.Interop.Compatibility;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;
using Grpc.Core;
using Grpc.Health.V1;
using Grpc.HealthCheck;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;

namespace Fathom.FunctionalTests.Interop.Discovery;

/// <summary><c>fathom list</c>, <c>describe</c> and <c>call</c> on Grpc.AspNetCore, by its own reflection.</summary>
public class GrpcAspNetCoreCallTests
{
    [Fact]
    [Peer(PeerAttribute.AspNetCore)]
    [Shows(ShowsAttribute.Unary, ShowsAttribute.Statuses, ShowsAttribute.Reflection)]
    public async Task Its_services_are_listed_described_and_called_by_reflection()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.ConfigureKestrel(k => k.Listen(System.Net.IPAddress.Loopback, 0, o => o.Protocols = HttpProtocols.Http2));
        var health = new HealthServiceImpl();
        health.SetStatus("shop", HealthCheckResponse.Types.ServingStatus.NotServing);
        builder.Services.AddGrpc();
        builder.Services.AddGrpcReflection();
        builder.Services.AddSingleton(health);
        await using var application = builder.Build();
        application.MapGrpcService<HealthServiceImpl>();
        application.MapGrpcReflectionService();
        await application.StartAsync(TestContext.Current.CancellationToken);
        var target = new Uri(application.Urls.Single()).Authority;

        (await FathomRun.OutputOfAsync("list", target)).ShouldContain("grpc.health.v1.Health");
        (await FathomRun.OutputOfAsync("list", target, "grpc.health.v1.Health")).ShouldContain("grpc.health.v1.Health/Watch");
        (await FathomRun.OutputOfAsync("describe", target, "grpc.health.v1.Health.Check")).ShouldContain("SERVICE_UNKNOWN = 3;");
        (await FathomRun.OutputOfAsync("call", target, "grpc.health.v1.Health/Check", "-d", """{"service":"shop"}"""))
            .ShouldContain("NOT_SERVING");
        var unknown = await FathomRun.OfAsync("call", target, "grpc.health.v1.Health/Check", "-d", """{"service":"none"}""");
        (unknown.ExitCode, unknown.Error.Trim()).ShouldBe((64 + 5, "Status: NotFound (5)"));
    }

    [Fact]
    [Peer(PeerAttribute.AspNetCore)]
    [Shows(ShowsAttribute.Details)]
    public async Task Details_of_its_status_are_shown()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.ConfigureKestrel(k => k.Listen(System.Net.IPAddress.Loopback, 0, o => o.Protocols = HttpProtocols.Http2));
        builder.Services.AddGrpc();
        await using var application = builder.Build();
        application.MapGrpcService<Refusing>();
        await application.StartAsync(TestContext.Current.CancellationToken);

        var run = await FathomRun.OfAsync("call", new Uri(application.Urls.Single()).Authority, "grpc.health.v1.Health/Check");

        run.ExitCode.ShouldBe(64 + 9, run.Error);
        run.Error.ShouldContain("\"value\": \"twice\"");
    }

    private sealed class Refusing : Health.HealthBase
    {
        public override Task<HealthCheckResponse> Check(HealthCheckRequest request, ServerCallContext context)
        {
            // google.rpc.Status: the code, and a detail.
            var detail = Any.Pack(new StringValue { Value = "twice" }).ToByteArray();
            throw new RpcException(new Status(StatusCode.FailedPrecondition, "not now"),
                new Metadata { { "grpc-status-details-bin", [0x08, 9, 0x1A, (byte)detail.Length, .. detail] } });
        }
    }
}
