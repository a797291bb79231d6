using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Emission;

/// <summary>
/// Emits the host side of a service: methods that turn an implementation of the interface into a service definition for a dispatcher.
/// </summary>
internal static class HostCode
{
    public static void Emit(CodeWriter code, ServiceModel service)
    {
        code.Line($"/// <summary>Creates definitions of <c>{service.GrpcName}</c> for a host.</summary>");
        code.Block($"{service.Accessibility} static class {service.Name}Host", () =>
        {
            code.Line("/// <summary>Creates a definition with one instance, which handles all calls concurrently.</summary>");
            code.Block($"public static {TransportNames.Server}ServiceDefinition Define({service.FullName} service)", () =>
            {
                code.Line("global::System.ArgumentNullException.ThrowIfNull(service);");
                code.Line("return Define(_ => service);");
            });
            code.Line();
            code.Line("/// <summary>Creates a definition with a factory, which returns the instance for each call.</summary>");
            code.Block(
                $"public static {TransportNames.Server}ServiceDefinition Define(global::System.Func<{TransportNames.ServerContext}, "
                    + $"{service.FullName}> service)", () =>
                {
                    code.Line("global::System.ArgumentNullException.ThrowIfNull(service);");
                    code.Line($"return new {TransportNames.Server}ServiceBuilder(\"{service.GrpcName}\")");
                    foreach (var operation in service.Operations)
                    {
                        code.Line($"    .{operation.Kind}({TransportNames.MethodOf(service, operation)}, {Handler(operation)})");
                    }

                    code.Line($"    .WithDescriptors(() => {RuntimeNames.ProtoFiles}.DescriptorsOf(typeof({service.FullName}).Assembly))");
                    code.Line("    .Build();");
                });
        });
    }

    private static string Handler(OperationModel operation)
    {
        var request = operation.StreamsRequests ? "requests" : "request";
        var call = $"service(context).{operation.Name}({string.Join(", ", operation.Parameters.Select(p => Argument(p, request)))})";
        return operation.Returns switch
        {
            ReturnKind.Stream => $"({request}, replies, context) => replies.WriteAllAsync({call}, context)",
            ReturnKind.ValueTaskOfMessage => $"({request}, context) => {call}",
            ReturnKind.TaskOfMessage => $"({request}, context) => new "
                + $"global::System.Threading.Tasks.ValueTask<{operation.Response.CSharpType}>({call})",
            _ => $"async ({request}, context) => {{ await {call}; return {Extraction.KnownTypes.Empty}.Instance; }}",
        };
    }

    private static string Argument(ParameterModel parameter, string request) => parameter.Role switch
    {
        ParameterRole.Request => request,
        ParameterRole.CallContext => $"new {TransportNames.Context}(context)",
        ParameterRole.CallOptions => $"new {TransportNames.Context}(context).Options",
        _ => "context.CancellationToken",
    };
}
