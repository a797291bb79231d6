using Google.Protobuf.Reflection;

namespace Fathom.Schema.Printing;

/// <summary>Writes services.</summary>
internal sealed class ServicePrinter(PrintContext context)
{
    /// <summary>Writes a service, with one of its methods or with all.</summary>
    public void Write(ServiceDescriptorProto service, string scope, string? method = null) => context.Block($"service {service.Name}", () =>
    {
        context.Options(service.Options);
        foreach (var each in service.Method.Where(m => method is null || m.Name == method))
        {
            Method(each, PrintContext.Join(scope, service.Name));
        }
    });

    private void Method(MethodDescriptorProto method, string scope)
    {
        var head = $"rpc {method.Name}({Message(method.ClientStreaming, method.InputType)}) returns "
            + $"({Message(method.ServerStreaming, method.OutputType)})";
        if (method.Options is null)
        {
            context.Line(head + ";");
        }
        else
        {
            context.Block(head, () => context.Options(method.Options));
        }

        string Message(bool isStreamed, string type) => (isStreamed ? "stream " : "") + context.NameOf(type, scope);
    }
}
