using Fathom.FunctionalTests.Contracts;
using Fathom.Schema.Faults;
using Fathom.Schema.Reflection;
using Fathom.Subjects.Echo;
using Fathom.TestKit.Calls;
using Fathom.Transport.AspNetCore;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using Google.Protobuf.WellKnownTypes;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Fathom.FunctionalTests.Transport.Discovery;

/// <summary>Reflection and health of our hosts, as a client sees them.</summary>
public class ReflectionTests
{
    private static readonly string[] Discovery =
        ["grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection"];

    [Fact]
    public async Task A_native_host_describes_services_of_protoc_and_of_code()
    {
        await using var host = NativeHost.Start([new EchoService().Definition(), TallyHost.Define(new Tally())],
            new NativeHostOptions { Server = new ServerOptions { EnableReflection = true, Health = new HealthService() } });
        await using var channel = new NativeChannel(new ChannelOptions { Address = host.Address });

        await DescribesAsync(channel);
    }

    [Fact]
    public async Task So_does_an_ASP_NET_Core_application_whichever_is_mapped_first()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.ConfigureKestrel(k => k.Listen(System.Net.IPAddress.Loopback, 0, o => o.Protocols = HttpProtocols.Http2));
        await using var application = builder.Build();
        application.MapFathomReflection();
        application.MapFathomService(new EchoService().Definition());
        application.MapFathomHealth();
        application.MapFathomService(TallyHost.Define(new Tally()));
        await application.StartAsync(TestContext.Current.CancellationToken);
        await using var channel = new NativeChannel(new ChannelOptions { Address = new Uri(application.Urls.Single()) });

        await DescribesAsync(channel);
    }

    [Fact]
    public async Task A_host_that_does_not_offer_it_says_nothing_of_its_services()
    {
        await using var host = NativeHost.Start([new EchoService().Definition()], new NativeHostOptions());
        await using var channel = new NativeChannel(new ChannelOptions { Address = host.Address });
        await using var reflection = new ReflectionClient(channel, "the host");

        var refusal = await Should.ThrowAsync<SchemaException>(reflection.ListServicesAsync);
        refusal.Fault.ShouldBe(SchemaFault.Missing);
        refusal.Message.ShouldContain("does not offer server reflection");
    }

    [Fact]
    public async Task A_watching_client_sees_every_change_of_health()
    {
        var health = new HealthService();
        await using var host = NativeHost.Start([new EchoService().Definition()],
            new NativeHostOptions { Server = new ServerOptions { Health = health } });
        await using var channel = new NativeChannel(new ChannelOptions { Address = host.Address });
        var bytes = new BytesMarshaller();
        var name = System.Text.Encoding.ASCII.GetBytes(EchoMethods.Service);
        using var call = channel.Start(
            new Method<byte[], byte[]>(MethodKind.ServerStreaming, "grpc.health.v1.Health", "Watch", bytes, bytes));
        await call.WriteAsync([0x0A, (byte)name.Length, .. name]);

        (await NextAsync()).ShouldBe((byte)ServingStatus.Serving);
        health.Set(EchoMethods.Service, ServingStatus.NotServing);
        (await NextAsync()).ShouldBe((byte)ServingStatus.NotServing);
        health.Set(EchoMethods.Service, ServingStatus.Serving);
        (await NextAsync()).ShouldBe((byte)ServingStatus.Serving);

        var check = new Method<byte[], byte[]>(MethodKind.Unary, "grpc.health.v1.Health", "Check", bytes, bytes);
        (await channel.UnaryAsync(check, [])).ShouldBe([0x08, 1]);
        (await Messages.FailureAsync(() => channel.UnaryAsync(check, [0x0A, 1, (byte)'x']))).StatusCode.ShouldBe(StatusCode.NotFound);
        (await Messages.FailureAsync(() => channel.UnaryAsync(check, [0x0A, 9]))).StatusCode.ShouldBe(StatusCode.InvalidArgument);

        async Task<byte> NextAsync()
        {
            (await call.MoveNextAsync()).ShouldBeTrue();
            return call.Current[1];
        }
    }

    private static async Task DescribesAsync(Channel channel)
    {
        await using var reflection = new ReflectionClient(channel, "the host");
        (await reflection.ListServicesAsync()).ShouldBe([EchoMethods.Service, TallyHost.Define(new Tally()).Name, .. Discovery],
            ignoreOrder: true);

        var types = await reflection.ReadAllAsync();
        types.Services.Count.ShouldBe(5);
        types.GetMethod($"{EchoMethods.Service}/Unary").Input.FindFieldByName("payload").FieldNumber.ShouldBe(1);
        var sums = types.GetMethod($"{TallyHost.Define(new Tally()).Name}/Sums");
        (sums.IsClientStreaming, sums.IsServerStreaming).ShouldBe((true, true));
        sums.Input.FindFieldByNumber(1).Name.ShouldBe("value");
        types.FindMessage("google.protobuf.Empty")!.ToProto().ShouldBe(Empty.Descriptor.ToProto());
        (await Should.ThrowAsync<SchemaException>(() => reflection.ReadAsync("fathom.echo.Ecko"))).Message
            .ShouldContain("did you mean 'fathom.echo.Echo'?");
    }
}
