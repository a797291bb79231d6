using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Emission;

/// <summary>Emits the client of a service: a class that implements the service's interface by calls on a channel.</summary>
internal static class ClientCode
{
    // The prefix avoids a collision with the name of a parameter in user code.
    private const string Channel = "__channel";

    public static void Emit(CodeWriter code, ServiceModel service)
    {
        code.Line($"/// <summary>The client of <c>{service.GrpcName}</c>. Holds only the channel, which the caller owns.</summary>");
        code.Block($"{service.Accessibility} sealed class {service.Name}Client : {service.FullName}", () =>
        {
            code.Line($"private readonly {TransportNames.Channel} {Channel};");
            code.Line();
            code.Block($"public {service.Name}Client({TransportNames.Channel} channel)", () =>
            {
                code.Line("global::System.ArgumentNullException.ThrowIfNull(channel);");
                code.Line($"{Channel} = channel;");
            });
            foreach (var operation in service.Operations)
            {
                code.Line();
                var parameters = operation.Parameters.Select(p => $"{p.CSharpType} {p.Name}{(p.IsOptional ? " = default" : "")}");
                code.Line($"public {operation.ReturnType} {operation.Name}({string.Join(", ", parameters)}) =>");
                code.Line($"    {Call(service, operation)};");
            }
        });
    }

    private static string Call(ServiceModel service, OperationModel operation)
    {
        var arguments = $"{TransportNames.MethodOf(service, operation)}, {Request(operation)}, {Options(operation)}";
        if (operation.StreamsResponses)
        {
            return $"{TransportNames.Streams}.{operation.Kind}({Channel}, {arguments})";
        }

        var call = $"{Channel}.{operation.Kind}Async({arguments})";
        return operation.Returns switch
        {
            ReturnKind.ValueTaskOfMessage => $"new global::System.Threading.Tasks.ValueTask<{operation.Response.CSharpType}>({call})",
            ReturnKind.ValueTask => $"new global::System.Threading.Tasks.ValueTask({call})",
            _ => call,
        };
    }

    private static string Request(OperationModel operation) =>
        operation.Parameters.FirstOrDefault(p => p.Role == ParameterRole.Request)?.Name ?? Extraction.KnownTypes.Empty + ".Instance";

    private static string Options(OperationModel operation) =>
        operation.Parameters.FirstOrDefault(p => p.Role != ParameterRole.Request) switch
    {
        { Role: ParameterRole.CallContext } context => context.Name + ".Options",
        { Role: ParameterRole.CallOptions } options => options.Name,
        { Role: ParameterRole.CancellationToken } token => $"new {TransportNames.Options} {{ CancellationToken = {token.Name} }}",
        _ => "default",
    };
}
