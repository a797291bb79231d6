namespace Fathom.Contracts.Generator.Model;

internal enum MessageKind
{
    Request,
    Stream,
    Notification,
}

/// <summary>A message of Fathom.Mediator.</summary>
/// <param name="Kind">What it asks for.</param>
/// <param name="FullName">Its type, fully qualified.</param>
/// <param name="Service">The gRPC service it travels by, with one method.</param>
/// <param name="Remote">The remote it names; null: none.</param>
internal sealed record MessageModel(MessageKind Kind, string FullName, ServiceModel Service, string? Remote)
{
    /// <summary>What answers it, fully qualified.</summary>
    public string Answer => Service.Operations[0].Response.CSharpType;

    /// <summary>Its type, and where one answers that one's, as type arguments.</summary>
    public string TypeArguments => Kind == MessageKind.Notification ? FullName : $"{FullName}, {Answer}";
}

/// <summary>A handler of one message; a class that handles several has one for each.</summary>
/// <param name="FullName">The class, fully qualified.</param>
/// <param name="Message">What it handles.</param>
/// <param name="Services">The types of its constructor's parameters.</param>
internal sealed record HandlerModel(string FullName, MessageModel Message, EquatableArray<string> Services);

/// <summary>What the extraction of a type gave: the message it is, the handlers it is, and what there is to say.</summary>
internal sealed record MediatorResult(
    MessageModel? Message, EquatableArray<HandlerModel> Handlers, EquatableArray<DiagnosticModel> Diagnostics, LocationModel? Location);

/// <summary>All that one assembly registers.</summary>
/// <param name="Assembly">Its name.</param>
/// <param name="Messages">Those it declares and those it handles, each once, in order of their names.</param>
/// <param name="Handlers">In order of their names.</param>
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

    /// <summary>The assembly's name as a part of C# names: <c>my-shop.orders</c> is <c>MyShopOrders</c>.</summary>
    public string Identifier => string.Concat(
        new string([.. Assembly.Select(c => char.IsLetterOrDigit(c) || c == '_' ? c : ' ')])
            .Split([' '], StringSplitOptions.RemoveEmptyEntries)
            .Select(part => char.ToUpperInvariant(part[0]) + part.Substring(1)));
}
