using Fathom.Tree.Services.Upstream;
using Microsoft.AspNetCore.Http;

namespace Fathom.Tree.Services.Nodes;

/// <summary>What a REST API answers where a service fails.</summary>
public static class RestResults
{
    /// <summary>Runs a handler; a failed call becomes 404, 503 or 500 with the service and its status as the problem's title.</summary>
    public static async Task<IResult> OfAsync<T>(Func<ValueTask<T>> handle)
    {
        try
        {
            return Results.Ok(await handle());
        }
        catch (CallFailure failure)
        {
            return Results.Problem(title: failure.Message, statusCode: failure.Status switch
            {
                "NotFound" => StatusCodes.Status404NotFound,
                "Unavailable" => StatusCodes.Status503ServiceUnavailable,
                _ => StatusCodes.Status500InternalServerError,
            });
        }
    }
}
