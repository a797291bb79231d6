namespace Fathom.Contracts.Generator.Model;

internal enum MessageKind
{
    Request,
    Stream,
    Notification,
}

/// <summary>A message of Fathom.Mediator.</summary>
/// <param name="Kind">The kind of message.</param>
/// <param name="FullName">The fully qualified type name.</param>
/// <param name="Service">The gRPC service that carries the message. It has one method.</param>
/// <param name="Remote">The name of the remote that the message's attribute specifies, or null.</param>
internal sealed record MessageModel(MessageKind Kind, string FullName, ServiceModel Service, string? Remote)
{
    /// <summary>The fully qualified type name of the response.</summary>
    public string Answer => Service.Operations[0].Response.CSharpType;

    /// <summary>
    /// The type arguments of a registration: the message type, and the response type unless the message is a notification.
    /// </summary>
    public string TypeArguments => Kind == MessageKind.Notification ? FullName : $"{FullName}, {Answer}";
}

/// <summary>A handler of one message. A class that handles several messages has one model for each.</summary>
/// <param name="FullName">The fully qualified name of the class.</param>
/// <param name="Message">The message that the class handles.</param>
/// <param name="Services">The types of the constructor parameters.</param>
internal sealed record HandlerModel(string FullName, MessageModel Message, EquatableArray<string> Services);

/// <summary>The result of extracting a type: the message or null, the handlers, and the diagnostics.</summary>
internal sealed record MediatorResult(
    MessageModel? Message, EquatableArray<HandlerModel> Handlers, EquatableArray<DiagnosticModel> Diagnostics, LocationModel? Location);

/// <summary>The messages and handlers that one assembly registers.</summary>
/// <param name="Assembly">The name of the assembly.</param>
/// <param name="Messages">The messages that the assembly declares or handles, without duplicates, in ordinal order of their names.</param>
/// <param name="Handlers">The handlers in ordinal order of their names.</param>
internal sealed record RegistrationModel(string Assembly, EquatableArray<MessageModel> Messages, EquatableArray<HandlerModel> Handlers)
{
    public static RegistrationModel Of(string assembly, IEnumerable<MediatorResult> results)
    {
        var all = results.ToList();
        var handlers = all.SelectMany(r => r.Handlers)
            .OrderBy(h => h.FullName, StringComparer.Ordinal).ThenBy(h => h.Message.FullName, StringComparer.Ordinal).ToList();
        var messages = all.Where(r => r.Message is not null).Select(r => r.Message!).Concat(handlers.Select(h => h.Message))
            .Distinct().OrderBy(m => m.FullName, StringComparer.Ordinal);
        return new RegistrationModel(assembly, new(messages), new(handlers));
    }

    /// <summary>The assembly name as a part of C# identifiers: <c>my-shop.orders</c> becomes <c>MyShopOrders</c>.</summary>
    public string Identifier => string.Concat(
        new string([.. Assembly.Select(c => char.IsLetterOrDigit(c) || c == '_' ? c : ' ')])
            .Split([' '], StringSplitOptions.RemoveEmptyEntries)
            .Select(part => char.ToUpperInvariant(part[0]) + part.Substring(1)));
}
