using System.Net;
using Fathom.FunctionalTests.Interop.Compatibility;
using Grpc.Core;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;

namespace Fathom.FunctionalTests.Interop.Cases;

/// <summary>Grpc.AspNetCore's server of the interoperability cases, in this process.</summary>
internal static class GrpcAspNetCoreServer
{
    private static readonly WriteOptions NoCompression = new(WriteFlags.NoCompress);

    /// <summary>Starts one: gRPC over HTTP/2, or gRPC-Web over the protocol that is given; on loopback, or another address.</summary>
    public static async Task<WebApplication> StartAsync(HttpProtocols? web = null, IPAddress? address = null)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.ConfigureKestrel(k => k.Listen(address ?? IPAddress.Loopback, 0, o => o.Protocols = web ?? HttpProtocols.Http2));
        builder.Services.AddGrpc(options => options.ResponseCompressionAlgorithm = "gzip");
        var application = builder.Build();
        if (web is not null)
        {
            application.UseGrpcWeb(new GrpcWebOptions { DefaultEnabled = true });
        }

        application.MapGrpcService<Service>();
        await application.StartAsync();
        return application;
    }

    /// <summary>Without UnimplementedCall: the generated base answers it.</summary>
    private sealed class Service : TestService.TestServiceBase
    {
        public override Task<Empty> EmptyCall(Empty request, ServerCallContext context) => Task.FromResult(new Empty());

        public override async Task<SimpleResponse> UnaryCall(SimpleRequest request, ServerCallContext context)
        {
            context.WriteOptions = request.ResponseCompressed?.Value is true ? WriteOptions.Default : NoCompression;
            await EchoMetadataAsync(context);
            ThrowIfAsked(request.ResponseStatus);
            return new SimpleResponse { Payload = InteropMessages.Zeros(request.ResponseSize) };
        }

        public override async Task<StreamingInputCallResponse> StreamingInputCall(
            IAsyncStreamReader<StreamingInputCallRequest> requestStream, ServerCallContext context)
        {
            var total = 0;
            await foreach (var request in requestStream.ReadAllAsync())
            {
                total += request.Payload.Body.Length;
            }

            return new StreamingInputCallResponse { AggregatedPayloadSize = total };
        }

        public override async Task StreamingOutputCall(StreamingOutputCallRequest request,
            IServerStreamWriter<StreamingOutputCallResponse> responseStream, ServerCallContext context)
        {
            foreach (var wanted in request.ResponseParameters)
            {
                await Task.Delay(TimeSpan.FromMicroseconds(wanted.IntervalUs), context.CancellationToken);
                responseStream.WriteOptions = wanted.Compressed?.Value is true ? WriteOptions.Default : NoCompression;
                await responseStream.WriteAsync(new StreamingOutputCallResponse { Payload = InteropMessages.Zeros(wanted.Size) });
            }
        }

        public override async Task FullDuplexCall(IAsyncStreamReader<StreamingOutputCallRequest> requestStream,
            IServerStreamWriter<StreamingOutputCallResponse> responseStream, ServerCallContext context)
        {
            await EchoMetadataAsync(context);
            await foreach (var request in requestStream.ReadAllAsync())
            {
                ThrowIfAsked(request.ResponseStatus);
                await StreamingOutputCall(request, responseStream, context);
            }
        }

        private static async Task EchoMetadataAsync(ServerCallContext context)
        {
            if (context.RequestHeaders.GetValueBytes(InteropMessages.TrailingKey) is { } bytes)
            {
                context.ResponseTrailers.Add(InteropMessages.TrailingKey, bytes);
            }

            if (context.RequestHeaders.GetValue(InteropMessages.InitialKey) is { } text)
            {
                await context.WriteResponseHeadersAsync(new Metadata { { InteropMessages.InitialKey, text } });
            }
        }

        private static void ThrowIfAsked(EchoStatus? status)
        {
            if (status is not null)
            {
                throw new RpcException(new Status((StatusCode)status.Code, status.Message), new Metadata
                {
                    { "grpc-status-details-bin", StatusDetails.Encode(status.Code, status.Message, status.Message) },
                });
            }
        }
    }
}
