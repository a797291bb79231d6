using Fathom.Mediator.Telemetry;
using Microsoft.Extensions.Configuration;
using OpenTelemetry;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace Fathom.Samples.TwoNodes;

/// <summary>Sends traces and metrics to a collector where OTEL_EXPORTER_OTLP_ENDPOINT names one. Owns both exporters; disposing it sends
/// what is left.</summary>
internal sealed class Telemetry : IDisposable
{
    private readonly TracerProvider _traces;
    private readonly MeterProvider _metrics;

    private Telemetry(string node)
    {
        var resource = ResourceBuilder.CreateDefault().AddService("twonodes", serviceInstanceId: node);
        _traces = Sdk.CreateTracerProviderBuilder().SetResourceBuilder(resource).AddSource(MediatorTelemetry.Name).AddOtlpExporter()
            .Build();
        _metrics = Sdk.CreateMeterProviderBuilder().SetResourceBuilder(resource).AddMeter(MediatorTelemetry.Name).AddOtlpExporter().Build();
    }

    public static Telemetry? Start(string node, IConfiguration configuration) =>
        configuration["OTEL_EXPORTER_OTLP_ENDPOINT"] is null ? null : new Telemetry(node);

    public void Dispose()
    {
        _traces.Dispose();
        _metrics.Dispose();
    }
}
